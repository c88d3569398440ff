import type { Core } from '../core/core.ts'
import { randomDigits, randomHex } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import type { Row, Table } from '../core/state.ts'
import { networkOf, NETWORKS, DEFAULT_PRICES } from './coins.ts'

export const DEPOSIT_STATUSES = {
  0: 'pending',
  1: 'success',
  2: 'rejected',
  6: 'credited',
  7: 'wrong deposit',
  8: 'waiting user confirm',
} as const

/** A deposit as the deposit history (hisrec) returns it. */
export type Deposit = Row & {
  amount: string
  coin: string
  network: string
  status: number
  address: string
  addressTag: string
  txId: string
  insertTime: number
  completeTime: number | null
  transferType: 0 | 1
  confirmTimes: string
  unlockConfirm: number
  walletType: 0
  travelRuleStatus: 0
}

type Price = Row & { price: string }
type Suspension = Row & { depositEnable: boolean }

/** The state of the exchange: its wallet and prices. */
export type Binance = {
  core: Core
  deposits: Table<Deposit>
  prices: Table<Price>
  suspensions: Table<Suspension>
}

export function openModel(core: Core): Binance {
  const { state } = core
  return {
    core,
    deposits: state.table('binance.deposits'),
    prices: state.table('binance.prices'),
    suspensions: state.table('binance.suspensions'),
  }
}

/** Prices by symbol: the defaults, overridden by those a test has set. */
export function currentPrices(binance: Binance): Map<string, string> {
  const prices = new Map(Object.entries(DEFAULT_PRICES))
  for (const movedPrice of binance.prices.all()) prices.set(movedPrice.id, movedPrice.price)

  return prices
}

export const takesDeposits = (binance: Binance, coin: string, network: string): boolean =>
  binance.suspensions.get(`${coin}/${network}`)?.depositEnable ?? true

/** Receives coins at the account's address; without a status the deposit is confirmed at once. */
export function receiveDeposit(
  binance: Binance,
  input: { coin: string; network: string; amount: string; status?: number; internal?: boolean },
): Deposit {
  const network = networkOf(input.coin, input.network)

  if (!network)
    throw new Refusal(
      400,
      `unknown coin and network; known are ${NETWORKS.map((one) => `${one.coin}:${one.network}`).join(', ')}`,
    )

  const amount = plainAmount(input.amount)
  const status = knownStatus(input.status ?? 1)
  const now = binance.core.clock.now()

  return binance.deposits.save({
    id: `7${randomDigits(17)}`,
    amount,
    coin: network.coin,
    network: network.network,
    status,
    address: network.address,
    addressTag: '',
    txId: input.internal
      ? `Off-chain transfer ${randomDigits(12)}`
      : `${network.addressRegex.includes('0x') ? '0x' : ''}${randomHex(32)}`,
    insertTime: now,
    completeTime: status === 1 ? now : null,
    transferType: input.internal ? 1 : 0,
    confirmTimes: `${status === 1 || status === 6 ? network.minConfirm : 0}/${network.minConfirm}`,
    unlockConfirm: network.unLockConfirm,
    walletType: 0,
    travelRuleStatus: 0,
  })
}

/** Sets a deposit's status. The confirmations follow the status unless the caller sets them. */
export function advanceDeposit(
  binance: Binance,
  id: string,
  status: number,
  confirmTimes?: string,
): Deposit {
  const deposit = binance.deposits.get(id)
  if (!deposit) throw new Refusal(404, `no such deposit: ${id}`)
  if (confirmTimes !== undefined && !/^\d+\/\d+$/.test(confirmTimes))
    throw new Refusal(400, 'confirmTimes must look like 3/12')

  const wantedConfirmations = Number(deposit.confirmTimes.split('/')[1])
  const isCredited = knownStatus(status) === 1

  return binance.deposits.save({
    ...deposit,
    status,
    completeTime: isCredited ? (deposit.completeTime ?? binance.core.clock.now()) : null,
    confirmTimes:
      confirmTimes ??
      (isCredited || status === 6
        ? `${wantedConfirmations}/${wantedConfirmations}`
        : deposit.confirmTimes),
  })
}

function knownStatus(status: number): number {
  if (!(status in DEPOSIT_STATUSES))
    throw new Refusal(400, `status must be one of ${Object.keys(DEPOSIT_STATUSES).join(', ')}`)
  return status
}

function plainAmount(amount: string): string {
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(amount) || Number(amount) === 0)
    throw new Refusal(400, 'amount must be a positive decimal, such as 12.5')
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
