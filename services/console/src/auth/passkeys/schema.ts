import { Type } from 'typebox';

const base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', maxLength: 20_000 });
const credentialId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1400 });
const name = Type.String({ minLength: 1, maxLength: 60 });

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, { default: {} }),
};

/** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, sections 5.1.9 and 5.1.10). */
export const PasskeyOptions = Type.Record(Type.String(), Type.Unknown());

/** RegistrationResponseJSON (WebAuthn level 3, section 5.1.8), as far as it is read. */
export const NewPasskey = Type.Object({
  name: Type.Optional(name),
  credential: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: base64Url,
      attestationObject: base64Url,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
    }),
  }),
});

/** AuthenticationResponseJSON (WebAuthn level 3, section 5.1.8), as far as it is read. */
export const PasskeyAssertion = Type.Object({
  credential: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: base64Url,
      authenticatorData: base64Url,
      signature: base64Url,
      userHandle: Type.Optional(Type.Union([base64Url, Type.Null()])),
    }),
  }),
});

export const PasskeyView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Kept by a provider on several devices. */
  synced: Type.Boolean(),
  created_time: Type.Integer(),
  /** 0: never. */
  used_time: Type.Integer(),
});

export const PasskeyName = Type.Object({ name });

export const PasskeyId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
