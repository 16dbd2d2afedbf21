// A problem with a request's body: status 400 and a sentence.
import { AppError } from "../http/http.ts";

export function bad(message: string, headers: Record<string, string> = {}): AppError {
  return new AppError("content_invalid", { message, headers });
}
