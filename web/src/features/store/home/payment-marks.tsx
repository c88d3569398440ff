import { cryptoCoins, type CryptoCoin } from '@chaveiro/contracts/limits'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'

const coinLogo = (colour: string, sign: string) => (
  <>
    <circle cx="8" cy="8" r="8" fill={colour} />
    <path d={sign} fill="none" stroke="#fff" strokeWidth="1.6" strokeLinejoin="round" />
  </>
)

const coinLogos: Record<CryptoCoin, ReactNode> = {
  USDT: coinLogo('#26a17b', 'M4.6 4.6h6.8M8 4.6v7.4M4.8 7.4h6.4'),
  BTC: coinLogo(
    '#f7931a',
    'M6.2 4.4v7.2M7.2 3.2v1.2M7.2 11.6v1.2M5 4.4h4a1.8 1.8 0 0 1 0 3.6H6.2h3.2a1.8 1.8 0 0 1 0 3.6H5',
  ),
  ETH: coinLogo('#627eea', 'M8 2.6 11.2 8 8 13.4 4.8 8zM4.8 8 8 9.6 11.2 8'),
  LTC: coinLogo('#345d9d', 'M7.8 3.4 6 11.4h4.8M5.2 8.6l4-1.6'),
}

const pixDiamonds = [
  'M8 .8 10.6 3.4 8 6 5.4 3.4z',
  'M12.6 5.4 15.2 8l-2.6 2.6L10 8z',
  'M8 10l2.6 2.6L8 15.2l-2.6-2.6z',
  'M3.4 5.4 6 8l-2.6 2.6L.8 8z',
].join('')

function PaymentMark({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <li className="inline-flex h-7 items-center gap-1.5 rounded-sm border border-line bg-surface px-1.5 text-xs font-semibold">
      {children && (
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
          {children}
        </svg>
      )}

      {name}
    </li>
  )
}

/** Logos of the payment methods that this shop has enabled (P120). */
export function PaymentMarks() {
  const { t } = useTranslation('home')
  const { pix, card, crypto } = useSite().store.methods
  if (!pix && !card && !crypto) return null

  return (
    <ul aria-label={t('ways')} className="flex flex-wrap gap-1">
      {pix && (
        <PaymentMark name="PIX">
          <path d={pixDiamonds} fill="#32bcad" />
        </PaymentMark>
      )}

      {card && (
        <>
          <PaymentMark name="Visa">
            <rect y="3" width="16" height="10" rx="2" fill="#1a4fd0" />
            <path d="M0 6h16" stroke="#f7b600" strokeWidth="2" />
          </PaymentMark>
          <PaymentMark name="Mastercard">
            <circle cx="5.5" cy="8" r="5" fill="#eb001b" />
            <circle cx="10.5" cy="8" r="5" fill="#f79e1b" fillOpacity=".9" />
          </PaymentMark>
        </>
      )}

      {crypto &&
        cryptoCoins.map((name) => (
          <PaymentMark key={name} name={name}>
            {coinLogos[name]}
          </PaymentMark>
        ))}
    </ul>
  )
}
