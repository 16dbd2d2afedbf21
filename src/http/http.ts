// The entry file of the room both services share: what they and main may use of it.

export { AppError, detailsOf, toAppError } from "./app-error.ts";
export type { ParsedBody } from "./body-thread.ts";
export { createBreaks } from "./breaks.ts";
export {
  type Certificate,
  expiryOf,
  openLocalCertificate,
  readCertificate,
} from "./certificate.ts";
export { type ClientReader, createClientReader } from "./client.ts";
export { addClientPackage, CLIENT_PACKAGE } from "./client-package.ts";
export { SAMPLE_ORIGIN } from "./code-samples.ts";
export { useSchemasAsDescriptions } from "./describing-schemas.ts";
export type { DirectAnswer, DirectReads } from "./direct.ts";
export { addDocsPage, type DocsOptions, isJson } from "./docs-page.ts";
export { createDropReport } from "./drop-report.ts";
export { chooseEncoding, type Encoding, encodeBody } from "./encoding.ts";
export {
  codesOf,
  ERRORS_URL,
  entriesOf,
  errorSections,
  type PublicErrorCode,
  publicCodeOf,
} from "./error-help.ts";
export { type ErrorCode, errors } from "./errors.ts";
export { addErrorsPage } from "./errors-page.ts";
export { type CertificateFollower, checkPair, followCertificate } from "./follow-certificate.ts";
export { type MultipartForm, readMultipart, shownName, type UploadedFile } from "./form.ts";
export { headerValues } from "./header-values.ts";
export { parseJson } from "./json.ts";
export { findPortProblems, type Listeners, listen } from "./listen.ts";
export { createLoadShedder, type LoadShedder } from "./load-shedding.ts";
export { createLog, type Log } from "./log.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { createDocUrls, createOwnAddress, docUrl } from "./own-address.ts";
export { type Html, html, sendPage } from "./page.ts";
export { type BodyToParse, parseBody } from "./parse-body.ts";
export { onceForVersion, type PreparedBody, prepareBody, sendPrepared } from "./prepared-body.ts";
export { addProbes, type ProbeOptions } from "./probes.ts";
export { invalid, readQuery, readText, readWholeNumber } from "./query.ts";
export {
  buildServer,
  createRequestIds,
  noteError,
  type Server,
  type ServerOptions,
} from "./server.ts";
export { startBodyThread } from "./start-body-thread.ts";
export { addStartPage } from "./start-page.ts";
export { formatTimestamp } from "./time.ts";
