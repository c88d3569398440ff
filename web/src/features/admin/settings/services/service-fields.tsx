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

/** `locked`: environment variables set the whole provider. */
type Props = {
  field: ProviderField
  shown: Shown
  locked: boolean
  form: UseFormReturn<Values>
}

/** A certificate file, read in the browser and sent with the other fields. */
function FileField(props: Props) {
  const { t } = useTranslation('admin')
  const { field, form } = props
  const fileInput = useRef<HTMLInputElement>(null)
  const [fileName, setFileName] = useState('')
  const { label: fieldLabel, hint, error } = useFieldTexts(props)
  const typedValue = form.watch(field.name)

  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return
    if (file.size > 20_000)
      return form.setError(field.name, { message: t('services.fileTooLarge') })

    const fileBytes = new Uint8Array(await file.arrayBuffer())
    setFileName(file.name)

    form.setValue(field.name, btoa(String.fromCodePoint(...fileBytes)), {
      shouldDirty: true,
      shouldValidate: true,
    })
  }

  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{fieldLabel}</span>

      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Upload size={16} aria-hidden />}
          aria-label={t('services.fileOf', { what: fieldLabel })}
          onClick={() => fileInput.current?.click()}
        >
          {t('services.file')}
        </Button>

        <span className="text-sm wrap-anywhere">{typedValue && fileName}</span>
      </div>

      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".p12,.pfx,.pem"
        aria-label={fieldLabel}
        onChange={(event) => void readFile(event.target.files?.[0])}
      />

      {!error && <p className="text-sm text-muted">{hint}</p>}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** Label, hint and error of a field. */
function useFieldTexts({ field, shown, locked, form }: Props) {
  const { t } = useTranslation('admin')
  const isSecret = field.kind === 'secret' || field.kind === 'lines' || field.kind === 'file'
  const fieldLabel = wordOfProviderField(field.name, currentLanguage())

  const hintOfField = () => {
    if (shown.fromEnvironment) return t('services.fieldFromEnvironment')
    if (shown.set && isSecret) return t('services.fieldKept')
    if (locked || !field.usual) return null

    return t('services.usual', { value: field.usual })
  }

  return {
    label:
      field.optional && field.kind !== 'flag'
        ? t('services.optional', { label: fieldLabel })
        : fieldLabel,
    hint: hintOfField(),
    error: form.formState.errors[field.name]?.message,
  }
}

/** One field by kind; values from environment variables are read-only. */
export function ServiceField(props: Props) {
  const { t } = useTranslation('admin')
  const { field, shown, form } = props
  const fieldTexts = useFieldTexts(props)
  const isDisabled = props.locked || shown.fromEnvironment
  const registration = form.register(field.name, {
    validate: (value) => Boolean(field.optional || shown.set || value?.trim()) || t('kit.required'),
  })
  if (field.kind === 'file' && !isDisabled) return <FileField {...props} />

  const inputProps = { ...fieldTexts, ...registration, disabled: isDisabled }

  if (field.kind === 'secret')
    return (
      <PasswordField
        autoComplete="off"
        spellCheck={false}
        mono
        show={t('stepUp.show')}
        hide={t('stepUp.hide')}
        {...inputProps}
      />
    )

  if (field.kind === 'lines')
    return <TextAreaField rows={3} mono spellCheck={false} {...inputProps} />

  if (field.kind === 'flag')
    return (
      <Checkbox {...registration} value="1" disabled={isDisabled}>
        {fieldTexts.label}
      </Checkbox>
    )

  if (field.kind === 'choice')
    return (
      <ChoiceField {...inputProps}>
        <option value="">{t('services.choose')}</option>

        {field.choices!.map((value) => (
          <option key={value} value={value}>
            {t(`services.choice.${value as 'turnstile'}`)}
          </option>
        ))}
      </ChoiceField>
    )

  return <Field autoComplete="off" spellCheck={false} {...inputProps} />
}
