/** A function of its own, because tests cannot mock `location.reload`. */
export function reloadPage(): void {
  globalThis.location.reload();
}
