import { cryptoCoins, type CryptoCoin } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Unbroken } from '../../../ui/unbroken.tsx'
import { networkName } from './coin-networks.ts'

const coinNames: Record<CryptoCoin, string> = {
  USDT: 'Tether',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  LTC: 'Litecoin',
}

/** A coin's name and its network by the name that wallets show; said once where they are one. */
function saidOf(coin: CryptoCoin, network: string | undefined): string {
  const [name, over] = [coinNames[coin], network ? networkName(network) : '']
  return over.includes(name) ? over : [name, over].filter(Boolean).join(' · ')
}

/** Which coin to pay with, and over which network it is taken. */
export function Coins({ coin, onChange }: { coin: CryptoCoin; onChange(coin: CryptoCoin): void }) {
  const { t } = useTranslation('checkout')
  const { coinNetworks } = useSite().store

  return (
    <div className="grid gap-3">
      <Segmented<CryptoCoin>
        legend={t('crypto.coin')}
        value={coin}
        onChange={onChange}
        columns="grid-cols-2"
        options={cryptoCoins.map((value) => ({
          value,
          label: value,
          hint: <Unbroken>{saidOf(value, coinNetworks?.[value])}</Unbroken>,
        }))}
      />

      <p className="text-sm text-muted">{t('crypto.lead')}</p>
    </div>
  )
}
