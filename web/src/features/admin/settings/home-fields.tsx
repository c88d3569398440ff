import { homeSections, type HomeSection } from '@chaveiro/contracts/home-sections'
import { lengths } from '@chaveiro/contracts/lengths'
import { uploadOf } from '@chaveiro/contracts/pictures'
import { Eye } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { ImageField } from '../components/image-field.tsx'
import { useOrder } from '../components/use-order.tsx'
import { useField, type Form } from './use-field.ts'

/** The picture beside the home page's headline. */
export function HeroPicture({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register, watch, control } = form

  return (
    <Card className="grid max-w-3xl gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.heroPictureTitle')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.heroPictureHint')}</p>
      </div>

      <Controller
        control={control}
        name="heroPicture"
        rules={{
          validate: (value) =>
            value === '' || uploadOf(value) !== null || t('admin.settings.heroPictureWrong'),
        }}
        render={({ field: { value, onChange }, fieldState }) => (
          <ImageField
            label={t('admin.settings.heroPicture')}
            route={adminApi.products.upload}
            value={value}
            onChange={onChange}
            error={fieldState.error?.message}
          />
        )}
      />

      {watch('heroPicture') && (
        <>
          <Field
            {...settingField('heroPicturePt')}
            maxLength={lengths.pictureText}
            {...register('heroPicturePt')}
          />

          <Field
            {...settingField('heroPictureEn')}
            maxLength={lengths.pictureText}
            {...register('heroPictureEn')}
          />
        </>
      )}
    </Card>
  )
}

/** Visible sections, ordered by buttons, and below them the hidden ones. */
function SectionOrder({
  shown,
  onChange,
}: {
  shown: readonly HomeSection[]
  onChange(shown: HomeSection[]): void
}) {
  const { t } = useTranslation('admin')
  const { list, Acts } = useOrder(shown, onChange)
  const hiddenSections = homeSections.filter((name) => !shown.includes(name))
  const orderRowClass = 'flex min-h-12 items-center justify-between gap-3 py-1'

  return (
    <>
      <ul ref={list} aria-label={t('admin.settings.homeSections')} className="divide-y divide-line">
        {shown.map((name, at) => (
          <li key={name} className={orderRowClass}>
            {t(`admin.settings.section.${name}`)}
            {Acts(at, t(`admin.settings.section.${name}`))}
          </li>
        ))}
      </ul>

      {hiddenSections.length > 0 && (
        <ul aria-label={t('admin.settings.homeHidden')} className="divide-y divide-line">
          {hiddenSections.map((name) => (
            <li key={name} className={`${orderRowClass} text-muted`}>
              {t(`admin.settings.section.${name}`)}

              <Button
                size="sm"
                icon={<Eye size={15} aria-hidden />}
                aria-label={t('admin.settings.showSection', {
                  section: t(`admin.settings.section.${name}`),
                })}
                onClick={() => onChange([...shown, name])}
              >
                {t('admin.settings.show')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Sections of the home page and their order. */
export function HomeSections({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  return (
    <Card className="grid max-w-3xl gap-3">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t('admin.settings.homeSections')}</h2>
        <p className="text-sm text-muted">{t('admin.settings.homeSectionsHint')}</p>
      </div>

      <Controller
        control={form.control}
        name="homeSections"
        render={({ field: { value, onChange } }) => (
          <SectionOrder shown={value} onChange={onChange} />
        )}
      />
    </Card>
  )
}
