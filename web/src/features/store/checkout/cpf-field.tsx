import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Field } from '../../../ui/field.tsx'
import { cpfProblem, formatCpf, partialCpfProblem, type CpfProblem } from './cpf.ts'
import { CpfChoices, KeptCpfLine } from './kept-cpf.tsx'
import type { OrderForm } from './use-order-form.ts'

/** Returns the text of a CPF problem. */
function useProblemText(): (cpfFault: CpfProblem) => string {
  const { t } = useTranslation('checkout')
  return (cpfFault) => {
    switch (cpfFault.kind) {
      case 'empty':
        return t('pix.cpfEmpty')
      case 'short':
        return t('pix.cpfShort', { count: cpfFault.missing })
      case 'same':
        return t('pix.cpfSame')
      case 'digit':
        return t('pix.cpfDigit', { place: cpfFault.place })
      case 'cnpj':
        return t('pix.cnpj')
    }
  }
}

/**
 * The payer's CPF. A wrong check digit is reported while typing, missing digits on leaving the
 * field or on paying. `refused` is the shop's refusal.
 */
function TypedCpf({ form, refused, onType, onSubmit }: CpfFieldProps) {
  const { t } = useTranslation('checkout')
  const problemText = useProblemText()
  const [hasLeft, setHasLeft] = useState(false)
  const { cpf } = form
  const cpfFault = form.asked || (hasLeft && cpf) ? cpfProblem(cpf) : partialCpfProblem(cpf)

  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form noValidate onSubmit={submitForm}>
      <Field
        ref={form.cpfField}
        label={t('pix.cpf')}
        hint={form.remember ? t('pix.leadKept') : t('pix.lead')}
        error={cpfFault ? problemText(cpfFault) : refused}
        placeholder="000.000.000-00"
        required
        inputMode="numeric"
        autoComplete="off"
        value={cpf}
        onChange={(event) => {
          setHasLeft(false)
          onType()
          form.setCpf(formatCpf(event.target.value))
        }}
        onBlur={() => setHasLeft(true)}
        mono
      />

      <CpfChoices form={form} />
    </form>
  )
}

type CpfFieldProps = {
  form: OrderForm
  refused: string | undefined
  /** Called on input: an earlier refusal no longer applies. */
  onType(): void
  onSubmit(): void
}

/** The payer's stored CPF, or the field for one. */
export function CpfField(props: CpfFieldProps) {
  if (props.form.usesKept) return <KeptCpfLine form={props.form} />

  return <TypedCpf {...props} />
}
