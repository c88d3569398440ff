import { useState, type FormEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/field.tsx'
import { cpfProblem, formatCpf, wrongSoFar, type CpfProblem } from './cpf.ts'

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
    }
  }
}

/**
 * The CPF of who pays, checked digit by digit: a check digit that does not fit is told as it is
 * typed, what is missing when one leaves the field or pays. `refused` is what the shop said of it.
 */
export function CpfField({
  cpf,
  onChange,
  asked,
  refused,
  onSubmit,
  ref,
}: {
  cpf: string
  onChange(cpf: string): void
  /** Whether somebody pressed pay: from then on nothing may be missing. */
  asked: boolean
  refused: string | undefined
  onSubmit(): void
  ref: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('checkout')
  const reason = useReason()
  const [left, setLeft] = useState(false)
  const problem = asked || (left && cpf) ? cpfProblem(cpf) : wrongSoFar(cpf)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field
        ref={ref}
        label={t('pix.cpf')}
        hint={t('pix.lead')}
        error={problem ? reason(problem) : refused}
        placeholder="000.000.000-00"
        required
        inputMode="numeric"
        autoComplete="off"
        value={cpf}
        onChange={(event) => {
          setLeft(false)
          onChange(formatCpf(event.target.value))
        }}
        onBlur={() => setLeft(true)}
        mono
      />
    </form>
  )
}
