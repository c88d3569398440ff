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

/** Name of a coin and its network; only once if they are the same. */
function coinHint(coin: CryptoCoin, network: string | undefined): string {
  const [name, over] = [coinNames[coin], network ? networkName(network) : '']
  if (over.includes(name)) return over

  return [name, over].filter(Boolean).join(' · ')
}

/** Choice of the coin, with its network. */
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
          hint: <Unbroken>{coinHint(value, coinNetworks?.[value])}</Unbroken>,
        }))}
      />

      <p className="text-sm text-muted">{t('crypto.lead')}</p>
    </div>
  )
}
