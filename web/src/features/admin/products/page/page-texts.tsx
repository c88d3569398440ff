import { pageLengths } from '@chaveiro/contracts/lengths'
import type { Language } from '@chaveiro/contracts/limits'
import { get, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../components/fields.tsx'
import { MarkdownField } from './markdown-field.tsx'
import type { PageFields } from './page-fields.ts'

type Form = { form: UseFormReturn<PageFields>; language: Language }
type TextName = keyof typeof pageLengths

/** Rendered parts in reading order, with the rows of their fields. */
const renderedParts = [
  ['body', 12],
  ['includes', 6],
  ['requirements', 6],
  ['guide', 8],
] as const

/** Label, length limit and registration of a text. */
function useTextField({ form, language }: Form) {
  const { t } = useTranslation('admin')
  const languageTexts = useWatch({ control: form.control, name: `texts.${language}` }) as Partial<
    Record<TextName, string>
  >

  return (textName: TextName) => {
    const fieldPath = `texts.${language}.${textName}` as `texts.en-US.${TextName}`
    const maximumLength = pageLengths[textName]
    const currentText = languageTexts[textName] ?? ''
    const fieldError = get(form.formState.errors, fieldPath) as { message?: string } | undefined

    return {
      label: t(`adminPages.${textName}`),
      text: currentText,
      length: t('adminPages.length', { length: currentText.length, max: maximumLength }),
      error: fieldError?.message,
      registered: form.register(fieldPath, {
        validate: (value) =>
          value.length <= maximumLength || t('adminPages.tooLong', { max: maximumLength }),
      }),
    }
  }
}

/** Name and description in English; the Portuguese name and description belong to the product. */
function NameAndSummary({ form, language }: Form) {
  const textOf = useTextField({ form, language })
  const nameField = textOf('name')
  const summaryField = textOf('summary')

  return (
    <>
      <Field
        label={nameField.label}
        hint={nameField.length}
        error={nameField.error}
        {...nameField.registered}
      />

      <TextAreaField
        label={summaryField.label}
        rows={4}
        hint={summaryField.length}
        error={summaryField.error}
        {...summaryField.registered}
      />
    </>
  )
}

/** Title and description for search engines. */
function SearchTexts({ form, language }: Form) {
  const { t } = useTranslation('admin')
  const textOf = useTextField({ form, language })
  const titleField = textOf('seoTitle')
  const description = textOf('seoDescription')

  return (
    <>
      <h2 className="font-semibold">{t('adminPages.search')}</h2>

      <Field
        label={titleField.label}
        hint={`${titleField.length} ${t('adminPages.seoTitleHint')}`}
        error={titleField.error}
        {...titleField.registered}
      />

      <TextAreaField
        label={description.label}
        rows={3}
        hint={`${description.length} ${t('adminPages.seoDescriptionHint')}`}
        error={description.error}
        {...description.registered}
      />
    </>
  )
}

/** All texts of a page in one language. */
export function PageTexts({ form, language }: Form) {
  const { t } = useTranslation('admin')
  const textOf = useTextField({ form, language })

  return (
    <div className="grid gap-4">
      <Card className="grid gap-4">
        <p className="text-sm text-muted">{t(`adminPages.about.${language}`)}</p>
        {language === 'en-US' && <NameAndSummary form={form} language={language} />}

        {renderedParts.map(([nameField, rows]) => {
          const {
            label,
            text: currentText,
            length,
            error: fieldError,
            registered,
          } = textOf(nameField)
          // The braces are part of the text, not an interpolation.
          const fieldHint =
            nameField === 'guide' ? `${t('adminPages.guideHint', { mark: '{{key}}' })} ` : ''

          return (
            <MarkdownField
              key={nameField}
              label={label}
              text={currentText}
              rows={rows}
              hint={fieldHint + length}
              error={fieldError}
              {...registered}
            />
          )
        })}
      </Card>

      <Card className="grid gap-4">
        <SearchTexts form={form} language={language} />
      </Card>
    </div>
  )
}
