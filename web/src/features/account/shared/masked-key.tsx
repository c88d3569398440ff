import { maskedKeyDots } from '@chaveiro/contracts/limits'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

type Masked = { text: string; shown: boolean; turn(): void }

/** A key behind 32 dots until it is asked for (S104, S109). */
export function useMaskedKey(value: string): Masked {
  const [shown, setShown] = useState(false)
  return {
    shown,
    text: shown ? value : '•'.repeat(maskedKeyDots),
    turn: () => setShown(!shown),
  }
}

/** All 32 dots fit: in a narrow container they are smaller (P643). */
export const keyLook = (shown: boolean) =>
  shown
    ? 'break-all'
    : 'overflow-hidden text-[min(1em,calc((100cqw-1.6rem)/19.6))] whitespace-nowrap'

/** Shows or hides a key, and copies it; where it is narrow, the icons alone. */
export function KeyActs({
  value,
  name,
  masked: { shown, turn },
  look,
}: {
  value: string
  name: string
  masked: Masked
  look?: ButtonLook
}) {
  const { t } = useTranslation(['account', 'common'])
  const Icon = shown ? EyeOff : Eye

  return (
    <>
      <Button
        size="sm"
        look={look}
        aria-pressed={shown}
        aria-label={t(shown ? 'products.hideKey' : 'products.showKey', { name })}
        icon={<Icon aria-hidden size={16} />}
        onClick={turn}
      >
        <span className="@max-sm:sr-only">
          {t(shown ? 'common:action.hide' : 'common:action.show')}
        </span>
      </Button>

      <CopyButton
        size="sm"
        look={look}
        text={value}
        label={t('common:action.copy')}
        copiedLabel={t('common:action.copied')}
        name={t('products.copyKey', { name })}
        short="narrow"
      />
    </>
  )
}
