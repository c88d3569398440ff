/** Wallets' names of networks by the exchange's codes. */
const networkNames: Record<string, string> = {
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

/** Name of a network as wallets show it; unknown codes stay as they are. */
export const networkName = (code: string): string => networkNames[code] ?? code
