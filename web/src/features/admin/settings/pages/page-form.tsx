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
import { fieldsOf, isSlug, slugOf, type SitePage, type SitePageFields } from './page-fields.ts'
import { useSaveSitePage } from './use-save-site-page.ts'

type Form = UseFormReturn<SitePageFields>

/** Title and text in one language, and how they will be read beside them. */
function Texts({ form, language, isNew }: { form: Form; language: Language; isNew: boolean }) {
  const { t } = useTranslation('admin')
  const { register, watch, setValue, formState } = form
  const [title, content] = watch([`texts.${language}.title`, `texts.${language}.content`])
  const most = sitePageLimits.content
  const name = register(`texts.${language}.title`)

  // Until somebody types an address of his own, a new page's follows its title.
  const follow = (typed: string) => {
    const { 'pt-BR': pt, 'en-US': en } = form.getValues('texts')
    const mine = language === 'pt-BR' || !pt.title ? typed : pt.title
    if (isNew && !formState.dirtyFields.slug) setValue('slug', slugOf(mine || en.title))
  }

  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <div className="grid content-start gap-4">
        <Field
          label={t(`sitePages.titleIn.${language}`)}
          maxLength={lengths.pageTitle}
          {...name}
          onChange={(event) => {
            follow(event.target.value)
            void name.onChange(event)
          }}
        />

        <TextAreaField
          label={t(`sitePages.contentIn.${language}`)}
          rows={18}
          mono
          hint={t('sitePages.contentHint', { length: content.length, max: most })}
          error={formState.errors.texts?.[language]?.content?.message}
          {...register(`texts.${language}.content`, {
            validate: (text) => text.length <= most || t('adminPages.tooLong', { max: most }),
          })}
        />
      </div>

      <LivePreview title={title} text={content} />
    </div>
  )
}

/** Where the page stands, and who sees it. */
function Place({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const { register, watch, formState } = form
  const slug = watch('slug')

  return (
    <Card className="grid gap-2 lg:grid-cols-2 lg:items-start lg:gap-x-8">
      <Field
        label={t('adminPages.slug')}
        maxLength={lengths.slug}
        autoComplete="off"
        spellCheck={false}
        mono
        hint={slug ? t('sitePages.slugHint', { path: paths.ownPage(slug) }) : undefined}
        error={formState.errors.slug?.message}
        {...register('slug', { validate: (text) => isSlug(text) || t('sitePages.slugBad') })}
      />

      <div>
        <Checkbox {...register('isPublished')}>{t('sitePages.isPublished')}</Checkbox>
        <Checkbox {...register('inFooter')}>{t('sitePages.inFooter')}</Checkbox>
      </div>
    </Card>
  )
}

/** The texts of a page over two tabs, its address, and whether it is published. */
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
  const form = useForm<SitePageFields>({ defaultValues: fieldsOf(page) })
  const { reset, formState } = form
  const { save, failure, forgive } = useSaveSitePage(page, { form, onSaved })
  const { isDirty, isSubmitting } = formState
  useLeaveGuard(isDirty, 'edit')
  useEffect(() => reset(fieldsOf(page)), [page, reset])

  const submit = form.handleSubmit(save, ({ texts }) => {
    const first = languages.find((language) => texts?.[language])
    if (first) setTab(first)
  })

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Tabs<Language>
        label={t('sitePages.languages')}
        value={tab}
        onChange={setTab}
        tabs={languages.map((language) => ({
          value: language,
          label: t(`adminReviews.language.${language}`),
          content:
            language === tab ? <Texts form={form} language={language} isNew={!page} /> : null,
        }))}
      />

      <Place form={form} />

      {failure && (
        <Notice tone="bad" className="grid justify-items-start gap-3">
          {failure.text}

          {failure.changed && (
            <Button
              size="sm"
              onClick={() => {
                forgive()
                reset(fieldsOf(page))
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
