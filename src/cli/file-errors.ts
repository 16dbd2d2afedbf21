// What the operating system says about a file, in words.

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "this user has no permission to",
  EPERM: "this user has no permission to",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links go round in a circle",
};

export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `${(code && REASONS[code]) ?? message}.`;
}
