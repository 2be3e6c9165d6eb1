/** The last part of a path of either system, without a trailing separator. */
export function baseName(path: string): string {
  return (
    path
      .replace(/[\\/]+$/, "")
      .split(/[\\/]/)
      .pop() ?? path
  );
}

/** The folder a path lies in; the path itself when it has no folder. */
export function folderOf(path: string): string {
  const folder = path.replace(/[\\/]+$/, "").replace(/[\\/][^\\/]*$/, "");
  return folder === "" ? path : folder;
}

/** Whether `path` is `folder` or lies in it. Both are absolute and of the same system. */
export function isInside(folder: string, path: string): boolean {
  const base = folder.replace(/[\\/]+$/, "");
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`);
}

/** `path` as seen from `folder`, or as it is when it lies elsewhere. */
export function relativeTo(folder: string, path: string): string {
  const base = folder.replace(/[\\/]+$/, "");
  return isInside(base, path) && path.length > base.length ? path.slice(base.length + 1) : path;
}
