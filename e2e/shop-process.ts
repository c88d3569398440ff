import type { ChildProcess } from 'node:child_process'

import { shopPort, spawnShop } from '../server/src/testing/shop-process.ts'

/**
 * Starts a demo shop on a free port, with short intervals, and limits that allow every test's
 * logins.
 */
export async function spawnDemo(
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await shopPort()

  const child = await spawnShop({
    PORT: String(port),
    LOG_LEVEL: 'warn',
    CAPTCHA_COST: '10',
    SWEEP_SECONDS: '1',
    RATE_LOGIN: '1000',
    RATE_REGISTER: '10000',
    RATE_RECOVERY: '10000',
    RATE_MAIL_CODE: '10000',
    RATE_STATUS: '100000',
    ...env,
  })

  return { child, origin: `http://localhost:${port}` }
}
