"""Pages made from the templates beside this file: text is escaped, and a name that is not given is an error."""

from __future__ import annotations


def fill(name: str, **values: object) -> str:
    """Fill a template in.

    Parameters
    ----------
    name : str
        Its file in `templates/`.
    **values
        What the names in it stand for.

    Returns
    -------
    str
        The page.
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pinosim.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name).render(**values)
