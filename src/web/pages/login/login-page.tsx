import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { logIn } from "../../api/session.ts";
import { ConnectionBar } from "../../states/connection-bar.tsx";
import { explain } from "../../states/explain.ts";
import { words } from "../../words/words.ts";
import classes from "./login-page.module.css";

export function LoginPage() {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const said = words.frame.login;
  useEffect(() => {
    document.title = `${words.frame.login.title} · vigie`;
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await logIn(username, password);
    } catch (error) {
      setProblem(describe(error));
      setBusy(false);
    }
  };
  return (
    <main className={classes.page}>
      <ConnectionBar />
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <svg className={classes.mark} viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
          <path
            d="M6 11.5 16 25 26 11.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="3.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <circle cx="16" cy="9.5" r="3.4" fill="currentColor" />
        </svg>
        <h1 className={classes.title}>vigie</h1>
        <TextInput
          label={said.user}
          name="username"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          value={username}
          onChange={({ target }) => setUsername(target.value)}
        />
        <PasswordInput
          label={said.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": said.showPassword }}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <p className={classes.problem} role="alert">
          {problem}
        </p>
        <Button type="submit" size="sm" fullWidth loading={isBusy}>
          {said.title}
        </Button>
        <p className={classes.hint}>{said.hint}</p>
      </form>
    </main>
  );
}

function describe(error: unknown): string {
  if (error instanceof ApiError && [400, 403, 429].includes(error.status)) return refusalOf(error);
  const { title, text } = explain(error);
  return words.parts.refused(title, text);
}

function refusalOf({ message, retryAfterSeconds }: ApiError): string {
  const said = words.service.refusal(message) ?? message;
  if (retryAfterSeconds === undefined || said.includes(` ${retryAfterSeconds} `)) return said;
  return words.frame.login.tryAgain(said, retryAfterSeconds);
}
