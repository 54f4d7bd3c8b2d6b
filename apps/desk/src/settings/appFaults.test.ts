import { describe, expect, it } from 'vitest'
import type { AppFields } from '@truemark/protocol/routes/content'
import { appFaults, appFieldNames, isTimezone } from './appFaults.ts'

const fields: AppFields = {
  app_name: 'Truemark',
  app_full_name: '',
  app_logo: '/logo.svg',
  app_favicon: '',
  app_version: '1.0',
  official_name: '',
  official_logo: '',
  official_link: 'https://example.org',
  official_site_customer_service_link: '',
  im_link: '',
  default_withdrawal_fee_rate: '0.001',
  timezone: 'Asia/Tokyo',
  is_hour12_open: '0',
}

describe('the faults of app data', () => {
  it('are none in good data, which has all thirteen fields', () => {
    expect(appFieldNames).toHaveLength(13)
    expect(appFaults(fields, isTimezone)).toEqual({})
  })

  it('are said by field', () => {
    expect(
      appFaults(
        {
          ...fields,
          app_name: '',
          app_version: 'x'.repeat(41),
          im_link: 'javascript:alert(1)',
          official_logo: '//elsewhere.example',
          default_withdrawal_fee_rate: '1.1',
          timezone: 'Mars/Olympus',
        },
        isTimezone,
      ),
    ).toEqual({
      app_name: 'required',
      app_version: 'tooLong',
      im_link: 'link',
      official_logo: 'link',
      default_withdrawal_fee_rate: 'rate',
      timezone: 'timezone',
    })
  })
})
