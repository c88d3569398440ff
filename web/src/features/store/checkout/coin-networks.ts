/** What wallets call the networks that an exchange names by a code of its own. */
const names: Record<string, string> = {
  TRX: 'TRC-20 (Tron)',
  ETH: 'ERC-20 (Ethereum)',
  BSC: 'BEP-20 (BNB Smart Chain)',
  MATIC: 'Polygon',
  SOL: 'Solana',
  ARBITRUM: 'Arbitrum One',
  OPTIMISM: 'Optimism',
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
}

/** The name of a network as a buyer's wallet shows it; a code that nobody knows stays as it is. */
export const networkName = (code: string): string => names[code] ?? code
