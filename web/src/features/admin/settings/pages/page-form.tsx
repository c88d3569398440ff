import { lengths, sitePageLimits } from '@chaveiro/contracts/lengths'
import { languages, type Language } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { paths } from '../../../../routing/paths.ts'
import { Notice } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox, Field } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../components/fields.tsx'
import { SaveBar } from '../../components/save-bar.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { LivePreview } from './live-preview.tsx'
import {
  sitePageFields,
  isValidSlug,
  slugOfTitle,
  type SitePage,
  type SitePageFields,
} from './page-fields.ts'
import { useSaveSitePage } from './use-save-site-page.ts'

type Form = UseFormReturn<SitePageFields>

/** Title and text in one language beside a preview. */
function LanguageTexts({
  form,
  language,
  isNew,
}: {
  form: Form
  language: Language
  isNew: boolean
}) {
  const { t } = useTranslation('admin')
  const { register, watch, setValue, formState } = form
  const [title, content] = watch([`texts.${language}.title`, `texts.${language}.content`])
  const contentLimit = sitePageLimits.content
  const titleField = register(`texts.${language}.title`)

  // A new page's slug follows the Portuguese title, or else the English one, until someone types a
  // slug.
  const followTitle = (typed: string) => {
    const { 'pt-BR': pt, 'en-US': en } = form.getValues('texts')
    const titleForSlug = language === 'pt-BR' || !pt.title ? typed : pt.title
    if (isNew && !formState.dirtyFields.slug)
      setValue('slug', slugOfTitle(titleForSlug || en.title))
  }

  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <div className="grid content-start gap-4">
        <Field
          label={t(`sitePages.titleIn.${language}`)}
          maxLength={lengths.pageTitle}
          {...titleField}
          onChange={(event) => {
            followTitle(event.target.value)
            void titleField.onChange(event)
          }}
        />

        <TextAreaField
          label={t(`sitePages.contentIn.${language}`)}
          rows={18}
          mono
          hint={t('sitePages.contentHint', { length: content.length, max: contentLimit })}
          error={formState.errors.texts?.[language]?.content?.message}
          {...register(`texts.${language}.content`, {
            validate: (text) =>
              text.length <= contentLimit || t('adminPages.tooLong', { max: contentLimit }),
          })}
        />
      </div>

      <LivePreview title={title} text={content} />
    </div>
  )
}

/** Slug, status, and whether the footer links to the page. */
function PlaceFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const { register, watch, formState } = form
  const currentSlug = watch('slug')

  return (
    <Card className="grid gap-2 lg:grid-cols-2 lg:items-start lg:gap-x-8">
      <Field
        label={t('adminPages.slug')}
        maxLength={lengths.slug}
        autoComplete="off"
        spellCheck={false}
        mono
        hint={
          currentSlug ? t('sitePages.slugHint', { path: paths.ownPage(currentSlug) }) : undefined
        }
        error={formState.errors.slug?.message}
        {...register('slug', { validate: (text) => isValidSlug(text) || t('sitePages.slugBad') })}
      />

      <div>
        <Checkbox {...register('isPublished')}>{t('sitePages.isPublished')}</Checkbox>
        <Checkbox {...register('inFooter')}>{t('sitePages.inFooter')}</Checkbox>
      </div>
    </Card>
  )
}

/** The texts of a page in two tabs, its slug and status. */
export function SitePageForm({
  page,
  onSaved,
  onReload,
}: {
  page?: SitePage
  onSaved(id: string): void
  onReload(): void
}) {
  const { t } = useTranslation('admin')
  const [tab, setTab] = useState<Language>('pt-BR')
  const pageForm = useForm<SitePageFields>({ defaultValues: sitePageFields(page) })
  const { reset, formState } = pageForm
  const { save, failure, forgive } = useSaveSitePage(page, { form: pageForm, onSaved })
  const { isDirty, isSubmitting } = formState
  useLeaveGuard(isDirty, 'edit')
  useEffect(() => reset(sitePageFields(page)), [page, reset])

  const submitPage = pageForm.handleSubmit(save, ({ texts }) => {
    const firstLanguage = languages.find((language) => texts?.[language])
    if (firstLanguage) setTab(firstLanguage)
  })

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submitPage(event)}>
      <Tabs<Language>
        label={t('sitePages.languages')}
        value={tab}
        onChange={setTab}
        tabs={languages.map((language) => ({
          value: language,
          label: t(`adminReviews.language.${language}`),
          content: language === tab && (
            <LanguageTexts form={pageForm} language={language} isNew={!page} />
          ),
        }))}
      />

      <PlaceFields form={pageForm} />

      {failure && (
        <Notice tone="bad" className="grid justify-items-start gap-3">
          {failure.text}

          {failure.changed && (
            <Button
              size="sm"
              onClick={() => {
                forgive()
                reset(sitePageFields(page))
                onReload()
              }}
            >
              {t('adminPages.startAnew')}
            </Button>
          )}
        </Notice>
      )}

      <SaveBar rests changed={isDirty}>
        <Button type="submit" look="primary" busy={isSubmitting}>
          {t('kit.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
