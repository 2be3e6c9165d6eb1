/** Hides what follows host and port in loopback addresses: the path of a dashboard carries a secret token. */
export function redactAddresses(text: string): string {
  return text.replace(/(https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\/)[^\s"'<>\\]+/g, "$1…");
}
