// Where the documentation of the two services lies, and the shortest way to a first call.
import { useEffect } from "preact/hooks";
import { FALSE_ALARMS, MEASURED, unbroken } from "../../false-alarms.ts";
import { Link } from "../../router.tsx";
import { useSession } from "../../session.tsx";

export function DocumentationPage() {
  const { state } = useSession();
  // The page is drawn after the browser looked for the place its address names.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <h1>Documentation</h1>
      <p class="lead">
        Each service documents itself: every endpoint with its parameters, replies and errors, and
        an OpenAPI 3.1 document for tools.
      </p>
      <div class="cards">
        <TextService />
        {state.services.includes("locations") && <Directory />}
      </div>
      <h2 class="later">Reading a result</h2>
      <div class="reading">
        <Fields />
        <p>
          A result is evidence, not proof: it says what a text resembles, not who wrote it. Nobody
          should be accused on the strength of a number alone.
        </p>
        <Quality />
        {state.has_local_certificate && <LocalCertificate file={state.ca_file} />}
      </div>
    </>
  );
}

function TextService() {
  return (
    <section class="card" aria-labelledby="text-service">
      <h2 id="text-service">Text authenticity</h2>
      <p>
        How likely it is that an AI wrote a text, sentence by sentence, and a plainer wording of it.
        Needs a key and HTTPS.
      </p>
      <p>
        <a href="/v1/docs">Reference</a> · <a href="/v1/openapi.json">OpenAPI document</a>
      </p>
      <pre tabIndex={0} aria-label="Example of a check">
        <code>
          {`curl ${location.origin}/v1/detect \\
  -H 'x-api-key: ls_test_…' \\
  -H 'Origin: https://example.com' \\
  -d content=test:ai`}
        </code>
      </pre>
      <p class="small soft">
        With <Link href="/keys">a test key of your own</Link> you get this call filled in. Test keys
        give fixed answers and count nothing: try <code>test:ai</code>, <code>test:human</code>,{" "}
        <code>test:mixed</code>, <code>test:quota</code> and <code>test:error</code>.
      </p>
    </section>
  );
}

function Directory() {
  return (
    <section class="card" aria-labelledby="directory">
      <h2 id="directory">Location directory</h2>
      <p>
        India’s states, districts and agricultural markets: lists, records, a search that forgives
        misspellings, and everything at once. Open to everyone.
      </p>
      <p>
        <a href="/api/docs">Reference</a> · <a href="/api/openapi.json">OpenAPI document</a>
      </p>
      <pre tabIndex={0} aria-label="Example of a search">
        <code>{`curl '${location.origin}/api/search?q=lasalgaon'`}</code>
      </pre>
      <p class="small soft">
        Or <Link href="/locations">look around first</Link>.
      </p>
    </section>
  );
}

function Fields() {
  return (
    <dl class="facts wide-names">
      <dt>
        <code>ai_probability</code>
      </dt>
      <dd>The raw score: the model’s own, calibrated probability that an AI wrote the prose.</dd>
      <dt>
        <code>final_probability</code>
      </dt>
      <dd>
        The AI probability shown everywhere: the raw score on a scale that is stricter for short
        texts. The verdict is based on it: 70 and above is likely AI.
      </dd>
      <dt>
        <code>segments</code>
      </dt>
      <dd>
        Sentences and other parts of the text with offsets. Those with <code>is_data</code> (code,
        tables, links) do not count.
      </dd>
      <dt>
        <code>warnings</code>
      </dt>
      <dd>Why there is no verdict, and hidden characters that were found.</dd>
      <dt>
        <code>explanation</code>
      </dt>
      <dd>
        With <code>explain=true</code>: the phrases that moved the score, and signs of the text as a
        whole.
      </dd>
    </dl>
  );
}

function Quality() {
  return (
    <>
      <h2 id="quality" class="later">
        How good the detector is
      </h2>
      <p>{unbroken(FALSE_ALARMS)}</p>
      <div class="table-wrap" tabIndex={0} role="region" aria-label="Measured quality">
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col" class="number">
                Measured
              </th>
            </tr>
          </thead>
          <tbody>
            {MEASURED.map(([what, measured]) => (
              <tr key={what}>
                <th scope="row">{unbroken(what.charAt(0).toUpperCase() + what.slice(1))}</th>
                <td class="number">{unbroken(measured)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="below">
        Measured on English texts by a single author: 1,965 by people, 3,464 by AI models, none of
        them used for training. It is weaker on texts unlike those it was made with, on
        encyclopaedic and medical prose by people, on rewritten human text, and where somebody
        changes a text until it passes. The model card, <code>models/CARD.md</code> in the source
        code, has the rest.
      </p>
    </>
  );
}

/** How programs trust the certificate; `file` is known to local users only. */
function LocalCertificate({ file }: { file: string | null }) {
  return (
    <p class="small soft">
      This server uses a certificate from its own local authority, which programs have to be told to
      trust
      {file !== null && (
        <>
          , <code>{file}</code>
        </>
      )}
      : <code>curl --cacert</code>, or <code>NODE_EXTRA_CA_CERTS</code> for Node.
    </p>
  );
}
