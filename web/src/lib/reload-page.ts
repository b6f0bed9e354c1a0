/** Its own function because a test cannot watch `location.reload`. */
export function reloadPage(): void {
  globalThis.location.reload();
}
