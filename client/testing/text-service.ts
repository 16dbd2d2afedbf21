// Stands in for the text service where only the client's side is looked at: it answers each path in
// the shape of the contract, whatever the text.
import type { Seen, Step } from "./scripted-server.ts";

export function answerAsTextService({ url, headers, body }: Seen): Step {
  const path = url.replace(/^\/v1/, "");
  if (path === "/models") return { body: { models: [{ version: "v1.0" }] } };
  if (headers["x-api-key"] !== "ls_live_your_key") {
    const message = "Invalid API Key or Domain Not Authorized";
    return { status: 401, body: { error: { message, type: "authentication_error" } } };
  }
  if (path === "/usage") {
    return { body: { day: "2026-11-15", limit: 50, used: 1, remaining: 49 } };
  }
  const limits = { ratelimit: '"minute";r=59;t=60, "day";r=49;t=3600' };
  const isFile = String(headers["content-type"]).startsWith("multipart/form-data");
  if (isFile) {
    return {
      headers: limits,
      body: { ...detect("Essay"), input_type: "markdown", content: "Essay" },
    };
  }
  const sent = JSON.parse(String(body)) as { content: string; items: Array<{ content: string }> };
  if (path === "/detect/batch") {
    const results = sent.items.map((item) => ({ ...item, ...detect(item.content) }));
    return { headers: limits, body: { results } };
  }
  const result = path === "/detect" ? detect(sent.content) : rewrite(sent.content);
  return { headers: limits, body: result };
}

function detect(text: string) {
  const probabilities = { ai_prob: 20, human_prob: 80, color_label: "green", is_data: false };
  return {
    ai_probability: 20,
    human_probability: 80,
    final_probability: 45,
    verdict: "Uncertain",
    input_type: "text",
    model_version: "v1.0",
    segments: [{ text, ...probabilities, start: 0, end: text.length }],
    warnings: [{ code: "short_text", message: "Under 50 words of prose." }],
  };
}

function rewrite(text: string) {
  return {
    regenerated: false,
    humanized_text: text,
    original_ai_prob: 20,
    new_human_prob: 80,
    input_type: "text",
    model_version: "v1.0",
    changes: [],
  };
}
