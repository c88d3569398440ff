import { expect, it } from 'vitest'

import { networkName } from './coin-networks.ts'

it('a network is called as wallets call it, an unknown one by its code', () => {
  expect(networkName('TRX')).toBe('TRC-20 (Tron)')
  expect(networkName('ETH')).toBe('ERC-20 (Ethereum)')
  expect(networkName('KASPA')).toBe('KASPA')
})
