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

/** The parts of a page that are drawn, in the order in which a visitor reads them. */
const drawn = [
  ['body', 12],
  ['includes', 6],
  ['requirements', 6],
  ['guide', 8],
] as const

/** What a text is called, how long it is and may be, and how it is registered. */
function useText({ form, language }: Form) {
  const { t } = useTranslation('admin')
  const texts = useWatch({ control: form.control, name: `texts.${language}` }) as Partial<
    Record<TextName, string>
  >

  return (name: TextName) => {
    const path = `texts.${language}.${name}` as `texts.en-US.${TextName}`
    const max = pageLengths[name]
    const text = texts[name] ?? ''
    const error = get(form.formState.errors, path) as { message?: string } | undefined

    return {
      label: t(`adminPages.${name}`),
      text,
      length: t('adminPages.length', { length: text.length, max }),
      error: error?.message,
      registered: form.register(path, {
        validate: (value) => value.length <= max || t('adminPages.tooLong', { max }),
      }),
    }
  }
}

/** Name and description in English; in Portuguese they are the product's own. */
function Named({ form, language }: Form) {
  const textOf = useText({ form, language })
  const name = textOf('name')
  const summary = textOf('summary')

  return (
    <>
      <Field label={name.label} hint={name.length} error={name.error} {...name.registered} />

      <TextAreaField
        label={summary.label}
        rows={4}
        hint={summary.length}
        error={summary.error}
        {...summary.registered}
      />
    </>
  )
}

/** What search engines show of the page. */
function SearchTexts({ form, language }: Form) {
  const { t } = useTranslation('admin')
  const textOf = useText({ form, language })
  const title = textOf('seoTitle')
  const description = textOf('seoDescription')

  return (
    <>
      <h2 className="font-semibold">{t('adminPages.search')}</h2>

      <Field
        label={title.label}
        hint={`${title.length} ${t('adminPages.seoTitleHint')}`}
        error={title.error}
        {...title.registered}
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
  const textOf = useText({ form, language })

  return (
    <div className="grid gap-4">
      <Card className="grid gap-4">
        <p className="text-sm text-muted">{t(`adminPages.about.${language}`)}</p>
        {language === 'en-US' && <Named form={form} language={language} />}

        {drawn.map(([name, rows]) => {
          const { label, text, length, error, registered } = textOf(name)
          // The braces are the text itself, no place to fill in.
          const hint = name === 'guide' ? `${t('adminPages.guideHint', { mark: '{{key}}' })} ` : ''

          return (
            <MarkdownField
              key={name}
              label={label}
              text={text}
              rows={rows}
              hint={hint + length}
              error={error}
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
