import { api } from '@chaveiro/contracts'

import { on } from './answers.ts'

/**
 * A challenge of the shop's own captcha whose second candidate is the solution. The signature is
 * invalid, since no server checks it here.
 */
export const captcha = on(api.captcha.challenge, {
  success: true,
  provider: 'altcha',

  challenge: {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      data: { action: 'x' },
      expiresAt: 7258118400,
      keyLength: 32,
      keyPrefix: '905f34fab28993a19891ee84e90cbbd0',
      keySignature: 'f68cf01b597c45963184e17f140f491c87ce1b988539db00a134fb7e4f617cc2',
      nonce: '15dfd20e4f94fb0b0c3048a72ac20eaf',
      salt: 'a1023b9e74ede432599243d4f4426362',
    },
    signature: '071467f5dfb1a559bae56d3450d1eb6a49374d224747ef40461c0c941bd9de87',
  },
})
