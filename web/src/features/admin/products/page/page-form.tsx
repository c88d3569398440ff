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
import { Gallery } from './gallery.tsx'
import { PageBeside } from './page-beside.tsx'
import {
  fieldsOf,
  isSlug,
  tabOfField,
  type PageFields,
  type PageTab,
  type ProductPage,
} from './page-fields.ts'
import { PageTexts } from './page-texts.tsx'
import { Related } from './related.tsx'
import { useSavePage } from './use-save-page.ts'

type Form = UseFormReturn<PageFields>

function GalleryTab({ form }: { form: Form }) {
  return (
    <Controller
      control={form.control}
      name="images"
      render={({ field, fieldState }) => (
        <Gallery
          pictures={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** Where the page stands, and what stands beside the product. */
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
            validate: (text) => isSlug(text) || t('adminPages.slugBad'),
          })}
        />
      </Card>

      <Controller
        control={form.control}
        name="related"
        render={({ field, fieldState }) => (
          <Related
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

/** The first field with a fault, as the form writes its name. */
function firstFault(faults: object): string {
  const [name, below] = Object.entries(faults)[0] ?? ['slug', {}]
  return name === 'texts' ? `texts.${Object.keys(below as object)[0]}` : name
}

function useTabs(form: Form, productId: string) {
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

/**
 * All of a product's page in one form over four tabs; a save that meets somebody else's change says
 * so and keeps what was typed.
 */
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
  const form = useForm<PageFields>({ defaultValues: fieldsOf(page) })
  const { reset, formState } = form
  const show = (field: string) => setTab(tabOfField(field))
  const { save, failure, forgive } = useSavePage(page, { name, form, show })
  const { isDirty, isSubmitting } = formState
  const isWide = useWide()
  const language = isWide ? languages.find((one) => one === tab) : undefined
  useLeaveGuard(isDirty, 'pageOf', 'part')
  useEffect(() => reset(fieldsOf(page)), [page, reset])
  const submit = form.handleSubmit(save, (faults) => show(firstFault(faults)))

  const startAnew = () => {
    forgive()
    onReload()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <div
        className={join(
          'grid items-start gap-6',
          language ? 'grid-cols-[minmax(0,1fr)_22rem]' : 'grid-cols-[minmax(0,1fr)]',
        )}
      >
        <Tabs<PageTab>
          label={t('adminPages.parts')}
          value={tab}
          onChange={setTab}
          tabs={useTabs(form, page.id)}
        />

        {language && <PageBeside control={form.control} language={language} name={name} />}
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
