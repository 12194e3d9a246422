import { describe, expect, test } from "vitest";
import { mailSender, mailServer } from "../../src/config/mail-server.ts";

const read = (text: string) => mailServer().safeParse(text);

describe("the address of a mail server", () => {
  test.each([
    ["smtp://mail.example.org", { port: 25, encryption: "offered", verifiesCertificate: false, login: undefined }],
    [
      "smtp://u%40x:p%3Aw@mail.example.org",
      { port: 587, encryption: "required", login: { user: "u@x", password: "p:w" } },
    ],
    ["smtp://u:p@mail.example.org:2525?tls=off", { port: 2525, encryption: "none", verifiesCertificate: true }],
    ["smtps://mail.example.org", { port: 465, encryption: "always", verifiesCertificate: true }],
    ["smtps://mail.example.org?verify=no", { encryption: "always", verifiesCertificate: false }],
  ])("when it is %s, then it is read", (text, expected) => {
    expect(read(text).data).toMatchObject({ host: "mail.example.org", ...expected });
  });

  test("when its host is an IPv6 address, then it has no brackets", () => {
    expect(read("smtp://[::1]:25").data?.host).toBe("::1");
  });

  test("when it is empty, then there is no mail server", () => {
    expect(read("")).toEqual({ success: true, data: undefined });
  });

  test.each(
    [
      [
        "mail.example.org",
        "http://mail.example.org",
        "smtp://",
        "smtp://:geheim@mail.example.org",
        "smtp://a:geheim%zz@b",
      ],
      [
        "smtp://a:geheim@b/path",
        "smtp://a:geheim@b?tls=maybe",
        "smtp://a:geheim@b?tsl=off",
        "smtps://a:geheim@b?tls=off",
      ],
    ].flat(),
  )("when it is %s, then it is refused without being repeated", (text) => {
    const { success, error } = read(text);
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).not.toContain("geheim");
  });
});

describe("the sender of mails", () => {
  test.each([
    ["", true],
    ["vigie@example.org", true],
    ["The logs <vigie@example.org>", true],
    ["The logs", false],
    ["a\r\nBcc: x@y <vigie@example.org>", false],
    ["a <vigie@example.org> b", false],
    ['"a" <vigie@example.org>', false],
  ])("when it is %j, then whether it will do is %s", (text, isGood) => {
    expect(mailSender().safeParse(text).success).toBe(isGood);
  });
});
