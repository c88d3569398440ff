import { cryptoCoins, cryptoDecimals, qr, type CryptoCoin } from '@chaveiro/contracts/limits'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Qr } from '../../../ui/qr.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { networkName } from './coin-networks.ts'
import type { CryptoPayment, Phase } from './live-payment.ts'
import type { LivePayment } from './use-live-payment.ts'
import { FailedView, TimeLeft, Waiting } from './waiting.tsx'

type Props = {
  open: boolean
  onClose(): void
  payment: LivePayment
  phase: Phase
  amountText: string
  onGenerate(coin: CryptoCoin): void
  onChangeOrder(): void
}

const coinNames: Record<CryptoCoin, string> = {
  USDT: 'Tether',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  LTC: 'Litecoin',
}

/**
 * An amount of a coin with exactly eight decimals, cut rather than rounded: the exact amount names
 * the order (S288).
 */
function coinAmount(text: string): string {
  const [whole = '0', decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(cryptoDecimals, '0').slice(0, cryptoDecimals)}`
}

function CopyLine({ label, value, name }: { label: string; value: string; name: string }) {
  const { t } = useTranslation('common')
  return (
    <div className="grid gap-1">
      <p className="text-sm text-muted">{label}</p>
      <div className="flex items-center justify-between gap-2 rounded-md border border-line bg-raised py-1 pr-1 pl-3">
        <code className="min-w-0 font-mono text-sm break-all">{value}</code>
        <CopyButton
          look="ghost"
          size="sm"
          text={value}
          label={t('action.copy')}
          copiedLabel={t('action.copied')}
          name={name}
          className="shrink-0"
        />
      </div>
    </div>
  )
}

function CoinForm({
  busy,
  amountText,
  onGenerate,
}: {
  busy: boolean
  amountText: string
  onGenerate(coin: CryptoCoin): void
}) {
  const { t } = useTranslation('checkout')
  const [coin, setCoin] = useState<CryptoCoin>('USDT')
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">{t('crypto.lead')}</p>
      <Segmented<CryptoCoin>
        legend={t('crypto.coin')}
        value={coin}
        onChange={setCoin}
        columns="grid-cols-2"
        options={cryptoCoins.map((value) => ({ value, label: value, hint: coinNames[value] }))}
      />
      <Button look="primary" size="lg" busy={busy} onClick={() => onGenerate(coin)}>
        {t('crypto.generate', { amount: amountText, coin })}
      </Button>
    </div>
  )
}

/** Where and exactly how much to send. */
export function CryptoDeposit({
  deposit,
  payment,
}: {
  deposit: CryptoPayment
  payment: LivePayment
}) {
  const { t } = useTranslation('checkout')
  const { cryptoType: coin, cryptoTag, cryptoFee } = deposit
  const network = networkName(deposit.network)
  const amount = coinAmount(deposit.cryptoAmount)
  return (
    <div className="grid gap-4">
      <p className="flex items-start gap-3 rounded-md border border-wait/40 bg-raised p-3 text-sm">
        <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-wait" />
        <span>{t('crypto.network', { coin, network })}</span>
      </p>
      <TimeLeft until={deposit.expiration} />
      <CopyLine label={t('crypto.amount')} value={amount} name={t('crypto.copyAmount')} />
      <p className="-mt-2 text-sm text-muted">
        {coin} · {t('crypto.usd', { amount: money(deposit.usdAmount, 'USD') })} ·{' '}
        {money(deposit.amount, deposit.currency)}
        {cryptoFee ? ` · ${t('crypto.fee', { amount: money(cryptoFee, 'USD') })}` : ''}
      </p>
      <CopyLine
        label={t('crypto.address')}
        value={deposit.cryptoAddress}
        name={t('crypto.copyAddress')}
      />
      {cryptoTag ? (
        <CopyLine label={t('crypto.tag')} value={cryptoTag} name={t('crypto.copyTag')} />
      ) : null}
      <div className="justify-self-center">
        <Qr
          text={deposit.qrText || deposit.cryptoAddress}
          label={t('crypto.qr')}
          size={qr.size}
          level={qr.level}
        />
      </div>
      <ol className="grid list-decimal gap-1 pl-5 text-sm text-muted">
        <li>{t('crypto.step1', { network })}</li>
        <li>{t('crypto.step2')}</li>
        <li>{t('crypto.step3')}</li>
      </ol>
      <Waiting {...payment} paidLabel={t('crypto.paid')} />
    </div>
  )
}

/** The crypto modal: choose a coin, then where and exactly how much to send, then its end. */
export function CryptoPanel({
  open,
  onClose,
  payment,
  phase,
  amountText,
  onGenerate,
  onChangeOrder,
}: Props) {
  const { t } = useTranslation(['checkout', 'common'])
  const { failure } = payment
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('crypto.title')}
      closeLabel={t('common:action.close')}
    >
      {phase === 'idle' || phase === 'starting' ? (
        <CoinForm busy={phase === 'starting'} amountText={amountText} onGenerate={onGenerate} />
      ) : null}
      {phase === 'waiting' && payment.open?.method === 'crypto' ? (
        <CryptoDeposit deposit={payment.open.crypto} payment={payment} />
      ) : null}
      {phase === 'failed' && failure ? (
        <FailedView failure={failure} onTryAgain={payment.tryAgain} onChangeOrder={onChangeOrder} />
      ) : null}
    </Dialog>
  )
}
