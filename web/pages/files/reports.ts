// All reports of the list as one ZIP, put together in the browser.
import { zipSync } from "fflate";
import { save } from "../../components/save.ts";
import type { FileEntry } from "./file-queue.ts";
import type { CheckedFile } from "./file-rows.ts";
import { reportOn } from "./report-on.ts";

export async function downloadReports(
  entries: ReadonlyArray<FileEntry<CheckedFile>>,
): Promise<void> {
  const documents: Record<string, Uint8Array> = {};
  let number = 0;
  // One after the other: each is work for the server.
  for (const { file, state } of entries) {
    if (state.status !== "checked") continue;
    const { content } = await reportOn(file, state.result, "pdf");
    // Numbered, so that two files of one name are two reports.
    const name = `${String(++number).padStart(3, "0")}-${file.name.replaceAll(/[\\/:*?"<>|]/g, "-")}.pdf`;
    documents[name] = new Uint8Array(await content.arrayBuffer());
  }
  const zip = zipSync(documents, { level: 0 });
  const day = new Date().toISOString().slice(0, 10);
  save(new Blob([zip], { type: "application/zip" }), `lodestone-reports-${day}.zip`);
}
