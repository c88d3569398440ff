import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Field } from '../../../ui/field.tsx'
import { cpfProblem, formatCpf, wrongSoFar, type CpfProblem } from './cpf.ts'
import { CpfChoices, KeptCpfLine } from './kept-cpf.tsx'
import type { OrderForm } from './use-order-form.ts'

/** Why a CPF is not right yet, in words. */
function useReason(): (problem: CpfProblem) => string {
  const { t } = useTranslation('checkout')
  return (problem) => {
    switch (problem.kind) {
      case 'empty':
        return t('pix.cpfEmpty')
      case 'short':
        return t('pix.cpfShort', { count: problem.missing })
      case 'same':
        return t('pix.cpfSame')
      case 'digit':
        return t('pix.cpfDigit', { place: problem.place })
      case 'cnpj':
        return t('pix.cnpj')
    }
  }
}

/**
 * The CPF of who pays, checked digit by digit: a check digit that does not fit is told as it is
 * typed, what is missing when one leaves the field or pays. `refused` is what the shop said of it.
 */
function Typed({ form, refused, onType, onSubmit }: Props) {
  const { t } = useTranslation('checkout')
  const reason = useReason()
  const [left, setLeft] = useState(false)
  const { cpf } = form
  const problem = form.asked || (left && cpf) ? cpfProblem(cpf) : wrongSoFar(cpf)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field
        ref={form.cpfField}
        label={t('pix.cpf')}
        hint={form.remember ? t('pix.leadKept') : t('pix.lead')}
        error={problem ? reason(problem) : refused}
        placeholder="000.000.000-00"
        required
        inputMode="numeric"
        autoComplete="off"
        value={cpf}
        onChange={(event) => {
          setLeft(false)
          onType()
          form.setCpf(formatCpf(event.target.value))
        }}
        onBlur={() => setLeft(true)}
        mono
      />

      <CpfChoices form={form} />
    </form>
  )
}

type Props = {
  form: OrderForm
  refused: string | undefined
  /** What the shop said of the CPF before is over. */
  onType(): void
  onSubmit(): void
}

/** The CPF of who pays: the one that is kept, in a line, or the field for one. */
export function CpfField(props: Props) {
  if (props.form.usesKept) return <KeptCpfLine form={props.form} />

  return <Typed {...props} />
}
