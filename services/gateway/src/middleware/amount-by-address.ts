/** How much each address has in progress. An address with nothing takes no memory. */
export class AmountByAddress {
  readonly #amounts = new Map<string, number>();

  of(address: string): number {
    return this.#amounts.get(address) ?? 0;
  }

  /** @param amount  negative when something has ended */
  add(address: string, amount: number): void {
    const sum = this.of(address) + amount;
    if (sum > 0) this.#amounts.set(address, sum);
    else this.#amounts.delete(address);
  }
}
