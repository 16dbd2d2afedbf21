// Problems with a request's body that several readers report: status 400, a sentence and the field at fault.
import { AppError } from "../http/http.ts";

export function invalidField(param: string, words: string): AppError {
  return new AppError("invalid_parameter", { message: `Parameter '${param}' ${words}`, param });
}

export function requiredField(param: string): AppError {
  return new AppError("parameter_required", {
    message: `Parameter '${param}' is required`,
    param,
  });
}

/** Of two fields one is allowed. */
export function conflict(message: string): AppError {
  return new AppError("conflicting_parameters", { message });
}

export function unsupportedType(supported: string): AppError {
  const message = `The content type is not supported: send ${supported}.`;
  return new AppError("unsupported_content_type", { message, param: "Content-Type" });
}
