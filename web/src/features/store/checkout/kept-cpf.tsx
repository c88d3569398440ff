import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import type { OrderForm } from './use-order-form.ts'

/** The stored CPF in place of the field, with a button to enter another. */
export function KeptCpfLine({ form: { kept, isBack, typeAnother } }: { form: OrderForm }) {
  const { t } = useTranslation('checkout')
  const changeButton = useRef<HTMLButtonElement>(null)
  // The button that led back here is gone, so the focus moves to this one.
  useEffect(() => {
    if (isBack) changeButton.current?.focus()
  }, [isBack])

  return (
    <p className="flex min-h-11 flex-wrap items-center">
      <span className="whitespace-nowrap">
        {t('pix.cpf')} <span className="tabular-nums">{kept}</span>
      </span>
      <span aria-hidden className="pl-2 text-muted">
        ·
      </span>

      <Button
        ref={changeButton}
        look="ghost"
        className="px-2 underline underline-offset-4"
        aria-label={t('pix.changeCpf')}
        onClick={typeAnother}
      >
        {t('pix.change')}
      </Button>
    </p>
  )
}

/** Below the field: whether to store the CPF, and a button back to the stored one. */
export function CpfChoices({ form }: { form: OrderForm }) {
  const { t } = useTranslation('checkout')
  return (
    <div className="mt-1 grid justify-items-start">
      <Checkbox
        checked={form.remember}
        onChange={(event) => form.setRemember(event.target.checked)}
      >
        {t('pix.remember')}
      </Checkbox>

      {form.kept && (
        <Button look="ghost" className="-mx-4" onClick={form.takeKept}>
          {t('pix.takeKept', { cpf: form.kept })}
        </Button>
      )}
    </div>
  )
}
