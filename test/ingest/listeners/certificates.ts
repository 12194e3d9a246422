import { spawnSync } from "node:child_process";
import { join } from "node:path";

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate with its key in that folder, signed by `issuer`, or by itself; for 127.0.0.1 and localhost. */
export function createCertificate(folder: string, name: string, issuer?: Certificate): Certificate {
  const own = { key: join(folder, `${name}-key.pem`), cert: join(folder, `${name}-cert.pem`) };
  const wanted = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", own.key, "-out", own.cert];
  const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const signer = issuer === undefined ? [] : ["-CA", issuer.cert, "-CAkey", issuer.key];
  const { status, stderr } = spawnSync("openssl", ["req", ...wanted, ...subject, ...signer]);
  if (status !== 0) throw new Error(`openssl ended with ${status}: ${stderr}`);
  return own;
}
