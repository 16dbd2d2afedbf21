// Stands in for the parts of the contract the service does not answer yet (batches and files), so
// that their examples can run.
import type { Seen, Step } from "./scripted-server.ts";

export function answerInStead({ url, headers, body }: Seen): Step {
  if (String(headers["content-type"]).startsWith("multipart/form-data")) {
    return { body: { ...detect("Essay"), input_type: "markdown", content: "Essay" } };
  }
  if (!url.endsWith("/detect/batch")) return { status: 404, body: { error: "Not stood in for." } };
  const { items } = JSON.parse(String(body)) as { items: Array<{ id?: string; content: string }> };
  return { body: { results: items.map(({ id, content }) => ({ id, ...detect(content) })) } };
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
    words: 1,
    language: "en",
    warnings: [{ code: "short_text", message: "Under 50 words of prose." }],
    score: 0.2,
  };
}
