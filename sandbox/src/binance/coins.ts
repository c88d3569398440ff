export type Network = {
  coin: string
  network: string
  name: string
  isDefault: boolean
  address: string
  explorer: string
  addressRegex: string
  minConfirm: number
  unLockConfirm: number
  decimals: number
  depositDust: string
  minutes: number
}

const EVM_ADDRESS = '0x9562125906e8c6c03c05dd75e3cf59838f1e00fd'
const EVM_REGEX = '^(0x)[0-9A-Fa-f]{40}$'

/** Coins and networks of the account. The addresses have valid checksums but no owner. */
export const NETWORKS: readonly Network[] = [
  {
    coin: 'USDT',
    network: 'TRX',
    name: 'Tron (TRC20)',
    isDefault: true,
    address: 'THYcsiWewhz6VgWUYm3dBhXFGVAMu4ymFo',
    explorer: 'https://tronscan.org/#/address/',
    addressRegex: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
    minConfirm: 1,
    unLockConfirm: 0,
    decimals: 6,
    depositDust: '0.01',
    minutes: 2,
  },
  {
    coin: 'USDT',
    network: 'BSC',
    name: 'BNB Smart Chain (BEP20)',
    isDefault: false,
    address: EVM_ADDRESS,
    explorer: 'https://bscscan.com/address/',
    addressRegex: EVM_REGEX,
    minConfirm: 15,
    unLockConfirm: 0,
    decimals: 8,
    depositDust: '0.01',
    minutes: 2,
  },
  {
    coin: 'USDT',
    network: 'ETH',
    name: 'Ethereum (ERC20)',
    isDefault: false,
    address: EVM_ADDRESS,
    explorer: 'https://etherscan.io/address/',
    addressRegex: EVM_REGEX,
    minConfirm: 6,
    unLockConfirm: 64,
    decimals: 6,
    depositDust: '0.01',
    minutes: 4,
  },
  {
    coin: 'BTC',
    network: 'BTC',
    name: 'Bitcoin',
    isDefault: true,
    address: 'bc1qmv2lgkttymw9qzhz7n2dfvwcqkfndcknu9kuzc',
    explorer: 'https://blockchair.com/bitcoin/address/',
    addressRegex: '^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$|^[(bc1q)|(bc1p)][0-9A-Za-z]{37,62}$',
    minConfirm: 1,
    unLockConfirm: 2,
    decimals: 8,
    depositDust: '0.00000001',
    minutes: 25,
  },
  {
    coin: 'ETH',
    network: 'ETH',
    name: 'Ethereum (ERC20)',
    isDefault: true,
    address: EVM_ADDRESS,
    explorer: 'https://etherscan.io/address/',
    addressRegex: EVM_REGEX,
    minConfirm: 6,
    unLockConfirm: 64,
    decimals: 8,
    depositDust: '0.00000001',
    minutes: 4,
  },
  {
    coin: 'ETH',
    network: 'ARBITRUM',
    name: 'Arbitrum One',
    isDefault: false,
    address: EVM_ADDRESS,
    explorer: 'https://arbiscan.io/address/',
    addressRegex: EVM_REGEX,
    minConfirm: 1,
    unLockConfirm: 0,
    decimals: 8,
    depositDust: '0.00000001',
    minutes: 2,
  },
  {
    coin: 'LTC',
    network: 'LTC',
    name: 'Litecoin',
    isDefault: true,
    address: 'ltc1q6kyldj626xwywtq3f38wmmyt0fea2vd0zjjyhs',
    explorer: 'https://blockchair.com/litecoin/address/',
    addressRegex: '^(L|M)[A-Za-z0-9]{33}$|^(ltc1)[0-9A-Za-z]{39}$',
    minConfirm: 3,
    unLockConfirm: 4,
    decimals: 8,
    depositDust: '0.00000001',
    minutes: 15,
  },
]

export const COIN_NAMES: Record<string, string> = {
  USDT: 'TetherUS',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  LTC: 'Litecoin',
}

export const DEFAULT_PRICES: Record<string, string> = {
  USDTBRL: '5.40000000',
  BTCUSDT: '97000.00000000',
  ETHUSDT: '3400.00000000',
  LTCUSDT: '110.00000000',
}

export const networkOf = (coin: string, network: string | undefined): Network | undefined =>
  NETWORKS.find(
    (one) => one.coin === coin && (network === undefined ? one.isDefault : one.network === network),
  )
