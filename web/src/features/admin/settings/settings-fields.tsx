import { lengths } from '@chaveiro/contracts/lengths'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { Accent } from './accent-fields.tsx'
import { BarFields } from './bar-fields.tsx'
import { BrandPicture } from './brand-picture.tsx'
import { HeroWords } from './hero-fields.tsx'
import { HeroPicture, HomeSections } from './home-fields.tsx'
import { OwnQuestions } from './question-fields.tsx'
import { Reviews } from './reviews-fields.tsx'
import { Seller } from './seller-fields.tsx'
import { isLink, type FormTab } from './settings-rules.ts'
import { useField, type Form } from './use-field.ts'

const block = 'grid max-w-2xl gap-4'

/** Name, description and pictures, and whether keys go out by mail. */
function General({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register, watch } = form

  return (
    <Card className={block}>
      <Field
        {...field('siteName')}
        maxLength={lengths.siteName}
        {...register('siteName', {
          validate: (value) => value.trim() !== '' || t('kit.required'),
        })}
      />

      <Field
        {...field('siteDescription')}
        maxLength={lengths.siteDescription}
        {...register('siteDescription')}
      />

      <BrandPicture
        form={form}
        name="siteLogo"
        on={watch('siteLogoDark') ? ['light'] : ['light', 'dark']}
      />

      <BrandPicture form={form} name="siteLogoDark" on={['dark']} />
      <BrandPicture form={form} name="siteFavicon" on={['light', 'dark']} />

      <div>
        <Checkbox aria-describedby="keys-by-mail-hint" {...register('keysByMail')}>
          {t('admin.settings.keysByMail')}
        </Checkbox>
        <p id="keys-by-mail-hint" className="mt-1 text-sm text-muted">
          {t('admin.settings.keysByMailHint')}
        </p>
      </div>
    </Card>
  )
}

/** Whether the shop is closed, and what it says then. */
function Maintenance({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register } = form

  return (
    <Card className={block}>
      <Checkbox {...register('maintenanceMode')}>{t('admin.settings.maintenanceMode')}</Checkbox>

      <TextAreaField
        {...field('maintenanceMessage')}
        maxLength={lengths.maintenanceMessage}
        hint={t('admin.settings.maintenanceHint')}
        {...register('maintenanceMessage')}
      />
    </Card>
  )
}

/** Where the team is found. */
function Contact({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register } = form
  const link = { validate: (value: string) => isLink(value) || t('kit.url') }

  return (
    <Card className={block}>
      <Field
        {...field('contactEmail')}
        type="email"
        maxLength={lengths.email}
        {...register('contactEmail', {
          validate: (value) =>
            value === '' ||
            /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ||
            t('admin.settings.emailInvalid'),
        })}
      />

      <Field {...field('supportDiscord')} type="url" {...register('supportDiscord', link)} />

      <Field
        {...field('discordSupportLink')}
        type="url"
        hint={t('admin.settings.supportHint')}
        {...register('discordSupportLink', link)}
      />
    </Card>
  )
}

/** Terms of service and privacy policy. */
function Legal({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register } = form

  return (
    <Card className="grid gap-4">
      <TextAreaField
        {...field('termsOfService')}
        rows={12}
        hint={t('admin.settings.legalHint')}
        {...register('termsOfService')}
      />

      <TextAreaField {...field('privacyPolicy')} rows={12} {...register('privacyPolicy')} />
    </Card>
  )
}

/** What stands on each tab. */
export const tabContents: Record<FormTab, (given: { form: Form }) => ReactNode> = {
  general: ({ form }) => (
    <div className="grid gap-4">
      <General form={form} />
      <Accent form={form} />
      <HeroWords form={form} />
      <Reviews form={form} />
    </div>
  ),

  front: ({ form }) => (
    <div className="grid gap-4">
      <BarFields form={form} />
      <HeroPicture form={form} />
      <HomeSections form={form} />
      <OwnQuestions form={form} />
    </div>
  ),

  maintenance: Maintenance,
  contact: Contact,

  legal: ({ form }) => (
    <div className="grid gap-4">
      <Seller form={form} />
      <Legal form={form} />
    </div>
  ),
}
