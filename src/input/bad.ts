// What is wrong with a request's body, as a sentence under status 400.
import { AppError } from "../http/http.ts";

export function bad(message: string, headers: Record<string, string> = {}): AppError {
  return new AppError("content_invalid", { message, headers });
}
