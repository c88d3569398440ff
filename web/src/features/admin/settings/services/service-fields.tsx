import type { ProviderField } from '@chaveiro/contracts/admin/provider-fields'
import { wordOfProviderField } from '@chaveiro/contracts/admin/provider-words'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../../i18n/language.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox, Field, PasswordField } from '../../../../ui/field.tsx'
import { ChoiceField, TextAreaField } from '../../components/fields.tsx'
import type { Provider } from '../../shared/rows.ts'

export type Values = Record<string, string>
type Shown = Provider['fields'][number]

/** locked: the environment decides for the provider as a whole. */
type Props = {
  field: ProviderField
  shown: Shown
  locked: boolean
  form: UseFormReturn<Values>
}

/** A certificate from the device; it is read here and sent with the rest. */
function FileField(props: Props) {
  const { t } = useTranslation('admin')
  const { field, form } = props
  const input = useRef<HTMLInputElement>(null)
  const [fileName, setFileName] = useState('')
  const { label, hint, error } = useSaid(props)
  const typed = form.watch(field.name)

  async function read(file: File | undefined): Promise<void> {
    if (!file) return
    if (file.size > 20_000)
      return form.setError(field.name, { message: t('services.fileTooLarge') })

    const bytes = new Uint8Array(await file.arrayBuffer())
    setFileName(file.name)

    form.setValue(field.name, btoa(String.fromCodePoint(...bytes)), {
      shouldDirty: true,
      shouldValidate: true,
    })
  }

  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{label}</span>

      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Upload size={16} aria-hidden />}
          aria-label={t('services.fileOf', { what: label })}
          onClick={() => input.current?.click()}
        >
          {t('services.file')}
        </Button>

        <span className="text-sm wrap-anywhere">{typed ? fileName : ''}</span>
      </div>

      <input
        ref={input}
        type="file"
        hidden
        accept=".p12,.pfx,.pem"
        aria-label={label}
        onChange={(event) => void read(event.target.files?.[0])}
      />

      {error ? (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : (
        <p className="text-sm text-muted">{hint}</p>
      )}
    </div>
  )
}

/** What a field is called, what stands below it, and what is wrong with it. */
function useSaid({ field, shown, locked, form }: Props) {
  const { t } = useTranslation('admin')
  const isHidden = field.kind === 'secret' || field.kind === 'lines' || field.kind === 'file'
  const said = shown.fromEnvironment
    ? t('services.fieldFromEnvironment')
    : shown.set && isHidden && t('services.fieldKept')
  const usual = field.usual ? t('services.usual', { value: field.usual }) : null
  const label = wordOfProviderField(field.name, currentLanguage())

  return {
    label: field.optional && field.kind !== 'flag' ? t('services.optional', { label }) : label,
    hint: said || (locked ? null : usual),
    error: form.formState.errors[field.name]?.message,
  }
}

/** One field by its kind; what the environment sets can only be read. */
export function ServiceField(props: Props) {
  const { t } = useTranslation('admin')
  const { field, shown, form } = props
  const said = useSaid(props)
  const disabled = props.locked || shown.fromEnvironment
  const register = form.register(field.name, {
    validate: (value) => Boolean(field.optional || shown.set || value?.trim()) || t('kit.required'),
  })
  if (field.kind === 'file' && !disabled) return <FileField {...props} />

  const rest = { ...said, ...register, disabled }

  if (field.kind === 'secret')
    return (
      <PasswordField
        autoComplete="off"
        spellCheck={false}
        mono
        show={t('stepUp.show')}
        hide={t('stepUp.hide')}
        {...rest}
      />
    )

  if (field.kind === 'lines') return <TextAreaField rows={3} mono spellCheck={false} {...rest} />

  if (field.kind === 'flag')
    return (
      <Checkbox {...register} value="1" disabled={disabled}>
        {said.label}
      </Checkbox>
    )

  if (field.kind === 'choice')
    return (
      <ChoiceField {...rest}>
        <option value="">{t('services.choose')}</option>

        {field.choices!.map((value) => (
          <option key={value} value={value}>
            {t(`services.choice.${value as 'turnstile'}`)}
          </option>
        ))}
      </ChoiceField>
    )

  return <Field autoComplete="off" spellCheck={false} {...rest} />
}
