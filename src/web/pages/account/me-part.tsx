import { useUser } from "../../api/session.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { words } from "../../words/words.ts";
import classes from "./account.module.css";
import { LooksForm } from "./looks-form.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";

/** Looks, name, password and rights of the reader. */
export function MePart() {
  const user = useUser();
  const { account } = words;
  return (
    <div className={classes.page}>
      <PageHead title={user.fullname || user.username} note={user.fullname ? user.username : undefined} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className={classes.body} tabIndex={0} role="region" aria-label={account.me}>
        <LooksForm />
        <NameForm key={`${user.first_name} ${user.last_name} ${user.email}`} />
        <PasswordForm />
        <Rights />
      </div>
    </div>
  );
}

function Rights() {
  const { is_superuser, permissions, hosts } = useUser();
  const { account, admin } = words;
  return (
    <section className={classes.part} aria-label={account.rights}>
      <h2>{account.rights}</h2>
      {is_superuser && <p>{account.rightsAll}</p>}
      {!is_superuser && permissions.length === 0 && <p>{account.rightsNone}</p>}
      {!is_superuser && permissions.length > 0 && (
        <ul className={classes.rights}>
          {permissions.map((name) => (
            <li key={name}>{admin.permissionNames[name] ?? name}</li>
          ))}
        </ul>
      )}
      {hosts.length > 0 && <p>{account.onlyHosts(hosts.join(", "))}</p>}
      {!is_superuser && <p className={classes.hint}>{account.rightsHint}</p>}
    </section>
  );
}
