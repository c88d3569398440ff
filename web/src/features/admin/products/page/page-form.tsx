import { lengths } from '@chaveiro/contracts/lengths'
import { languages } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { join } from '../../../../ui/join.ts'
import { SaveBar } from '../../components/save-bar.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useWide } from '../../components/use-phone.ts'
import { PictureGallery } from './gallery.tsx'
import { PageBeside } from './page-beside.tsx'
import {
  pageFields,
  isValidSlug,
  tabOfField,
  type PageFields,
  type PageTab,
  type ProductPage,
} from './page-fields.ts'
import { PageTexts } from './page-texts.tsx'
import { RelatedProducts } from './related.tsx'
import { useSavePage } from './use-save-page.ts'

type Form = UseFormReturn<PageFields>

function GalleryTab({ form }: { form: Form }) {
  return (
    <Controller
      control={form.control}
      name="images"
      render={({ field, fieldState }) => (
        <PictureGallery
          pictures={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** Slug, and related products. */
function AddressTab({ form, productId }: { form: Form; productId: string }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-4">
      <Card className="wrap-anywhere">
        <Field
          label={t('adminPages.slug')}
          maxLength={lengths.slug}
          autoComplete="off"
          spellCheck={false}
          mono
          hint={t('adminPages.slugHint', { slug: form.watch('slug') })}
          error={form.formState.errors.slug?.message}
          {...form.register('slug', {
            validate: (text) => isValidSlug(text) || t('adminPages.slugBad'),
          })}
        />
      </Card>

      <Controller
        control={form.control}
        name="related"
        render={({ field, fieldState }) => (
          <RelatedProducts
            productId={productId}
            chosen={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  )
}

/** Form name of the first invalid field. */
function firstFault(faults: object): string {
  const [name, below] = Object.entries(faults)[0] ?? ['slug', {}]
  if (name === 'texts') return `texts.${Object.keys(below as object)[0]}`

  return name
}

function usePageTabs(form: Form, productId: string) {
  const { t } = useTranslation('admin')
  return [
    ...languages.map((language) => ({
      value: language as PageTab,
      label: t(`adminReviews.language.${language}`),
      content: <PageTexts form={form} language={language} />,
    })),
    {
      value: 'gallery' as const,
      label: t('adminPages.gallery'),
      content: <GalleryTab form={form} />,
    },
    {
      value: 'address' as const,
      label: t('adminPages.address'),
      content: <AddressTab form={form} productId={productId} />,
    },
  ]
}

/** A product's page in one form with four tabs. After a conflict it keeps the typed texts. */
export function PageForm({
  page,
  name,
  onReload,
}: {
  page: ProductPage
  name: string
  onReload(): void
}) {
  const { t } = useTranslation('admin')
  const [tab, setTab] = useState<PageTab>('pt-BR')
  const pageForm = useForm<PageFields>({ defaultValues: pageFields(page) })
  const { reset, formState } = pageForm
  const openTabOf = (field: string) => setTab(tabOfField(field))
  const { save, failure, forgive } = useSavePage(page, { name, form: pageForm, show: openTabOf })
  const { isDirty, isSubmitting } = formState
  const hasRoomBeside = useWide()
  const languageCode = hasRoomBeside ? languages.find((one) => one === tab) : undefined
  useLeaveGuard(isDirty, 'pageOf', 'part')
  useEffect(() => reset(pageFields(page)), [page, reset])
  const submitPage = pageForm.handleSubmit(save, (faults) => openTabOf(firstFault(faults)))

  const startAnew = () => {
    forgive()
    onReload()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submitPage(event)}>
      <div
        className={join(
          'grid items-start gap-6',
          languageCode ? 'grid-cols-[minmax(0,1fr)_22rem]' : 'grid-cols-[minmax(0,1fr)]',
        )}
      >
        <Tabs<PageTab>
          label={t('adminPages.parts')}
          value={tab}
          onChange={setTab}
          tabs={usePageTabs(pageForm, page.id)}
        />

        {languageCode && (
          <PageBeside control={pageForm.control} language={languageCode} name={name} />
        )}
      </div>

      {failure && (
        <Notice tone="bad" className="grid justify-items-start gap-3">
          {failure.text}

          {failure.changed && (
            <Button size="sm" onClick={startAnew}>
              {t('adminPages.startAnew')}
            </Button>
          )}
        </Notice>
      )}

      <SaveBar rests changed={isDirty}>
        <Button type="submit" look="primary" busy={isSubmitting} disabled={!isDirty}>
          {t('kit.save')}
        </Button>
      </SaveBar>
    </form>
  )
}
