import { maskedKeyDots } from '@chaveiro/contracts/limits'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Button, type ButtonLook } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { join } from '../../../ui/join.ts'
import { KeyBlade } from './key-blade.tsx'

export type MaskedKey = { text: string; shown: boolean; turn(): void }

/** A key shown as 32 dots until revealed (S104, S109). */
export function useMaskedKey(value: string): MaskedKey {
  const [isShown, setIsShown] = useState(false)
  return {
    shown: isShown,
    text: isShown ? value : '•'.repeat(maskedKeyDots),
    turn: () => setIsShown(!isShown),
  }
}

/**
 * A key on its blade: blank and masked until it is shown. In a narrow place the dots are smaller, so
 * that all 32 fit (P643).
 */
export function MaskedBlade({
  id,
  masked: { shown, text },
  testId,
  className,
}: {
  id: string
  masked: MaskedKey
  testId?: string
  className?: string
}) {
  return (
    <div className={join('@container min-w-0', className)}>
      <KeyBlade id={id} cut={shown}>
        <code data-testid={testId} className={join('block font-mono', keyClass(shown))}>
          {text}
        </code>
      </KeyBlade>
    </div>
  )
}

const keyClass = (shown: boolean) => {
  if (shown) return 'text-sm break-all'

  return 'overflow-hidden text-[min(0.875rem,calc((100cqw-1.75rem)/19.6))] leading-5 whitespace-nowrap'
}

type KeyActionProps = { value: string; name: string; masked: MaskedKey; look?: ButtonLook }

/** Reveals or hides a key and copies it; icons only in a narrow container. */
export function KeyActions(props: KeyActionProps) {
  return (
    <>
      <ShowKey {...props} />
      <CopyKey value={props.value} name={props.name} look={props.look} short="narrow" />
    </>
  )
}

export function ShowKey({ name, masked: { shown, turn }, look }: Omit<KeyActionProps, 'value'>) {
  const { t } = useTranslation(['account', 'common'])
  const VisibilityIcon = shown ? EyeOff : Eye

  return (
    <Button
      look={look}
      aria-pressed={shown}
      aria-label={t(shown ? 'products.hideKey' : 'products.showKey', { name })}
      icon={<VisibilityIcon aria-hidden size={16} />}
      onClick={turn}
    >
      <span className="@max-sm:sr-only">
        {t(shown ? 'common:action.hide' : 'common:action.show')}
      </span>
    </Button>
  )
}

export function CopyKey({
  value,
  name,
  look,
  ...rest
}: Omit<KeyActionProps, 'masked'> & { short: boolean | 'narrow'; className?: string }) {
  const { t } = useTranslation(['account', 'common'])
  return (
    <CopyButton
      {...rest}
      look={look}
      text={value}
      label={t('common:action.copy')}
      copiedLabel={t('common:action.copied')}
      name={t('products.copyKey', { name })}
    />
  )
}
