// The Python client against the running service: every call, its errors, and where its key comes from.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { makeKey, makeManagementKey, openAccounts, TEXT } from "./v1.ts";

const PYTHON = "/usr/bin/python3";
const folder = new URL("../../client", import.meta.url).pathname;

describe.skipIf(!existsSync(PYTHON))("the Python client", () => {
  let program: Program;
  let key: string;
  let managementKey: string;
  beforeAll(async () => {
    program = await startProgram({ WORKERS: "1" });
    const { accounts, close } = await openAccounts(program);
    const made = await makeKey(accounts, { quota: 100 });
    key = made.key;
    managementKey = await makeManagementKey(accounts, made.accountId);
    await close();
  });
  afterAll(() => program.stop());

  /** What the code prints, as JSON; it finds a client of the running program as `client`. */
  async function python(code: string, given: Record<string, string> = {}): Promise<unknown> {
    const env = {
      PYTHONPATH: folder,
      PYTHONDONTWRITEBYTECODE: "1",
      HTTPS_URL: program.https,
      HTTP_URL: program.http,
      CA: join(program.dataDir, "tls/ca.pem"),
      LODESTONE_API_KEY: key,
      TEXT,
      ...given,
    };
    const { stdout } = await promisify(execFile)(PYTHON, ["-c", PRELUDE + code], { env });
    return JSON.parse(stdout);
  }

  test("asks the directory", async () => {
    const code = `
found = client.search("Lasalgoan", kind="market", limit=1)
show([
    client.list_states(limit=2)["count"],
    client.list_districts(20)["state_id"],
    client.list_markets(364)["district_id"],
    client.get_state(20)["data"]["id"],
    client.get_district(364)["data"]["id"],
    client.get_market(164)["data"]["id"],
    "Lasalgaon" in found["data"]["markets"][0]["name"],
    client.get_stats()["data"]["states"],
    len(client.get_dataset()["data"]["version"]) > 5,
    client.find_nearby(18.52, 73.86, kind="district", limit=1)["data"][0]["name"],
    client.get_pincode("411001", lang="mr")["data"]["districts"][0]["state"]["local_name"],
    "mr" in [language["lang"] for language in client.list_languages()["data"]],
])`;
    expect(await python(code)).toEqual([
      2,
      20,
      364,
      20,
      364,
      164,
      true,
      36,
      true,
      "Pune",
      "महाराष्ट्र",
      true,
    ]);
  });

  test("manages keys with the management key of the environment", async () => {
    const code = `
made = client.create_key("example.com", external_id="customer-7", checks_per_day=5)
changed = client.update_key(made["id"], checks_per_day=None, metadata={"plan": "paid"})
after = client.rotate_key(made["id"], grace_hours=0)
show([
    made["key"].startswith("ls_live_"),
    [changed["checks_per_day"], changed["metadata"]],
    client.get_key(made["id"])["state"],
    client.revoke_key(after["id"])["state"],
    len(list(client.list_all_keys(external_id="customer-7"))),
    client.get_key_usage(key_id=made["id"])["usage"],
])`;
    const given = { LODESTONE_MANAGEMENT_KEY: managementKey };
    expect(await python(code, given)).toEqual([
      true,
      [null, { plan: "paid" }],
      "revoked",
      "revoked",
      2,
      [],
    ]);
  });

  test("checks texts and files with the key of the environment, and counts each verdict once", async () => {
    const code = `
text = os.environ["TEXT"]
result = client.detect(text)
again = client.detect(text, idempotency_key="a")
same = client.detect(text, idempotency_key="a")
file = client.detect_file(text.encode(), 'a "b".txt', explain=True)
batch = client.detect_batch([text, {"id": "x", "content": ""}])
many = list(client.detect_all((text for _ in range(3)), batch_size=2))
rewritten = client.regenerate(text, strength="light", keep=["ticket office"])
report = client.report(text, format="pdf", title="T")
show([
    isinstance(result["verdict"], str),
    again == same,
    file["content"] == text,
    "explanation" in file,
    batch["results"][1]["id"],
    len(many),
    "ticket office" in rewritten["humanized_text"],
    report[:5].decode(),
    rewritten["counted"],
    client.get_usage()["used"],
    len(client.list_models()["models"]),
])`;
    expect(await python(code)).toEqual([
      true,
      true,
      true,
      true,
      "x",
      3,
      true,
      "%PDF-",
      false,
      8,
      1,
    ]);
  });

  test("an error tells status, type and request, and gives the raw answer", async () => {
    const code = `
def failure(call):
    try:
        call()
    except ApiError as error:
        return [error.status, error.type, str(error), error.request_id == error.raw.headers["x-request-id"]]
stranger = Client(os.environ["HTTPS_URL"], ca_file=os.environ["CA"], api_key="ls_live_x", origin="https://example.com")
show([failure(lambda: client.get_state(999999)), failure(lambda: client.detect("")), failure(stranger.get_usage)])`;
    expect(await python(code)).toEqual([
      [404, "api_error", "State not found", true],
      [400, "invalid_request_error", "Parameter 'content' is required", true],
      [401, "authentication_error", "Invalid API Key or Domain Not Authorized", true],
    ]);
  });

  test("a key is never sent over plain HTTP", async () => {
    const code = `
plain = Client(os.environ["HTTP_URL"], origin="https://example.com")
states = plain.list_states(limit=1)["count"]
sent = []
real = plain._opener.open
plain._opener.open = lambda request, timeout: (sent.append(dict(request.headers)), real(request, timeout=timeout))[1]
try:
    plain.get_usage()
except ApiError as error:
    status = error.status
try:
    Client(os.environ["HTTP_URL"], api_key="ls_live_x")
except ValueError as error:
    refused = str(error)
show([states, status, any("key" in name.lower() for name in sent[0]), refused])`;
    expect(await python(code)).toEqual([
      1,
      403,
      false,
      "An API key is sent over https:// only: change base_url.",
    ]);
  });

  test("a server that can't be reached is asked again, and then told", async () => {
    const code = `
waits = []
away = Client("https://127.0.0.1:9", retries=2, sleep=waits.append)
try:
    away.list_models()
except UnreachableError as error:
    show([len(waits), "127.0.0.1:9" in str(error)])`;
    expect(await python(code)).toEqual([2, true]);
  });
});

const PRELUDE = `
import json, os, ssl

# Python sets these from 3.13 on; the one that runs here may be older.
create_default_context = ssl.create_default_context
def create_strict_context(*args, **options):
    context = create_default_context(*args, **options)
    context.verify_flags |= ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_PARTIAL_CHAIN
    return context
ssl.create_default_context = create_strict_context

from lodestone import ApiError, Client, UnreachableError

def show(value):
    print(json.dumps(value))

client = Client(os.environ["HTTPS_URL"], ca_file=os.environ["CA"], origin="https://example.com")
`;
